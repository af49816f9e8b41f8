object Clock { fun now(): Long { return hidden() } }

interface Store { val size: Int; fun load(key: String): String? }

class Box(val limit: Int) { companion object { const val MOST = 9; fun of(): Box { if (hidden()) { hidden() }; return Box(1) } } }

enum class Level(val weight: Int) { LOW(1) { override fun name() { hidden() } }, HIGH(2); abstract fun name() }

fun last(text: String = "{ }"): Int = text.length
