#!/usr/bin/env python3
import settings
from steps import build, clean as tidy

if __name__ == "__main__":
    build(settings.TARGET)
    tidy()
