namespace Shop
{
    public interface IRate<TSelf> where TSelf : IRate<TSelf>, allows ref struct
    {
        static abstract TSelf operator +(TSelf left, TSelf right);
    }

    public static class Rates
    {
        public static void Run<T>(T rate, Action<T> use) where T : allows ref struct
        {
            HiddenStep();
        }
    }
}
