package acme.mail

object HiddenMail
