#pragma once
int keep_lines(void);
