mkdir -p .skeleton && skeleton map --deps-of target.py -o .skeleton/ctx.md
aider --map-tokens 0 --read .skeleton/ctx.md target.py
