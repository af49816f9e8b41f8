package mail

func HiddenSend() {}
