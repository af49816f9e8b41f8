struct HiddenUnused {}
