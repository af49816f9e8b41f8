using System;
using KeepAlias = System.Collections.Generic.List<int>;

/// <summary>keep_namespace_doc</summary>
namespace Keep.Kit
{
    /// <summary>keep_delegate_doc</summary>
    public delegate int KeepDelegate<in T>(T keepArgument);

    /// <summary>keep_class_doc</summary>
    [Serializable, Obsolete("keep_attribute")]
    public abstract partial class KeepClass<T> : KeepBase<T>, IDisposable where T : class, new()
    {
        public const int KeepConst = 3, KeepConst2 = 4;
        private readonly string keepPrivate = "a";
        public static readonly KeepAlias KeepStatic = new KeepAlias();
        public event EventHandler KeepEvent;
        public event EventHandler KeepEvent2 { add { HiddenAdd(); } remove { } }

        /// <summary>keep_property_doc</summary>
        public int KeepProperty { get; private set; } = 3;
        public required string KeepRequired { get; init; }
        public int KeepComputed => HiddenComputed();
        public int KeepFull { get { return HiddenGet(); } set { HiddenSet(value); } }
        public int this[int keepIndex] { get { return 1; } }

        public KeepClass(int keepA) : base(HiddenBase(keepA)) { int hiddenCtor = keepA; }
        ~KeepClass() { HiddenFinal(); }

        public static bool operator ==(KeepClass<T> keepLeft, KeepClass<T> b) { return true; }
        public static implicit operator int(KeepClass<T> keepFrom) => 1;

        /// <exception cref="ArgumentException">keep_exception_doc</exception>
        [Pure]
        public virtual async Task<int> KeepGeneric<U>(
            int keepTimes = 3, params string[] keepRest) where U : struct
        {
            int hiddenRun = keepTimes;
            int HiddenLocal() => 1;
            return hiddenRun;
        }

        public int KeepArrow(int a) => HiddenArrow(a);
        public int KeepArrow(string keepOverload) => 2;
        public abstract void KeepAbstract();
        partial void KeepPartial(string keepWhy);
        protected internal int KeepProtected() { return 1; }
        internal void KeepInternal() { }
        private void KeepPrivateMethod() { }
        void IDisposable.Dispose() { }

        public enum KeepEnum : byte { KeepOne = 1, [Obsolete] KeepTwo }
        private class KeepNested { }
#if KEEP_DEBUG
        public void KeepConditional() { }
#else
        public void KeepElse() { }
#endif
    }

    public interface IKeep<out T> : IDisposable
    {
        T KeepInterfaceProperty { get; }
        void KeepInterfaceMethod(in int a, out string keepOut);
    }

    public record KeepRecord(int KeepPositional, string B) : IKeepOther { public int KeepRecordProperty => 1; }
    public readonly record struct KeepRecordStruct(int KeepField);
    public readonly ref struct KeepStruct { public readonly int KeepStructField; }

    #region Region
    public static class KeepExtensions
    {
        public static bool KeepExtension(this KeepRecord self, TimeSpan by = default(TimeSpan)) { return true; }
    }
    #endregion
}
