from skeleton.verify.results import Results
def read_cargo(*a): raise NotImplementedError
read_go=read_jest=read_junit=read_cargo
