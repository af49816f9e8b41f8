def keep_before
  1
end

def broken(
end

def keep_after(a)
  a
end
