namespace Acme.Mail;

public class HiddenMail { }
