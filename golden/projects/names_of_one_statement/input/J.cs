public class J {
    public int a = 1, b = 2;
}
