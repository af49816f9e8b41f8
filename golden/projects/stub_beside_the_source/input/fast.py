def run(job, timeout=None):
    """Run a job, and return its exit code: 0 for success.

    Raises:
        TimeoutError: If it takes too long.
    """
    raise TimeoutError


def only_in_the_source(): ...
