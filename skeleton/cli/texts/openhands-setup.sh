#!/bin/bash
pip install --quiet 'skeleton-map[mcp]'
