int hidden_send(void);
