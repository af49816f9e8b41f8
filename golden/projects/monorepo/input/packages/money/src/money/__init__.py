from money.amount import Amount
