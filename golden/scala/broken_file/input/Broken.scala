object KeepBefore { def a: Int = 1 }

class Broken( {

object KeepAfter { def keepInside: Int = 1 }
