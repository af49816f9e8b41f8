package acme

/** Makes the parts of the shop. */
@Singleton
@Deprecated("use Shop, not (this")
@Component(
    modules = [Rates::class, Parts::class],
)
interface Graph {
    fun rates(): Rates
}

@A @B(1)
enum class Level { LOW, HIGH }

@A @B
class Short { fun run() { hiddenStep() } }

@Keep
data object Nothing

@A.B
@C("x")
sealed interface Result {
    fun text(): String
}

context(log: Logger)
fun trace(part: String) {
    hiddenStep()
}

class Flow<R>(val id: Int) {
    override fun <T : Any> suspend(request: Request<T>): T = hiddenStep()

    var level: Int = 0
        private set
        get() = hiddenStep(field)
}
