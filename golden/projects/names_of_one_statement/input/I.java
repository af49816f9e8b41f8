public class I {
    public static final int A = 1, B = 2;
}
