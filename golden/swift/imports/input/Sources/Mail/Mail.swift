public struct HiddenMail {}
