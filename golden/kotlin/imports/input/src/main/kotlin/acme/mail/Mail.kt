package acme.mail

fun hiddenSend() {}
