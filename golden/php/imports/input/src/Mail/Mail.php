<?php
namespace Acme\Mail;

class HiddenMail {}
