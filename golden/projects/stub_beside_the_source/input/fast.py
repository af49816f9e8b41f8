def run(job, timeout=None):
    """Run a job.

    Raises:
        TimeoutError: If it takes too long.
    """
    raise TimeoutError


def only_in_the_source(): ...
