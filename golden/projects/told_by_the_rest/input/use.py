from desk.spool import submit


def night(jobs):
    return [submit(job) for job in jobs]
