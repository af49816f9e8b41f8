#ifndef MONEY_H
#define MONEY_H
/** keep_doc */
int keep_half(int keep_cents);
#endif
