// keepFileComment
extern alias KeepExternAlias;

global using KeepGlobalUsing.Things;
using static KeepUsingStatic.Math;
using KeepUsingAlias = System.Collections.Generic.Dictionary<string, int>;
using System;

[assembly: KeepAssemblyAttribute("keepAssemblyArgument")]

namespace Keep.Outer
{
    /// <summary>keepDelegateDoc</summary>
    public delegate TResult KeepDelegate<in T, out TResult>(T keepDelegateParameter) where T : class;

    /// <summary>
    /// keepEnumDoc
    /// </summary>
    [Flags]
    public enum KeepEnum : byte
    {
        KeepNone = 0,
        /// <summary>keepMemberDoc</summary>
        KeepShifted = 1 << 3,
        [Obsolete("keepEnumAttribute")] KeepOld,
    }

    public interface IKeepInterface<out T> : IDisposable, IEquatable<KeepBase>
    {
        int KeepInterfaceProperty { get; }
        T KeepInterfaceMethod(int keepInterfaceParameter);
        void KeepDefaultMethod() { HiddenDefaultBody(); }
        static abstract T operator +(T keepAbstractOperator, T other);
        event EventHandler KeepInterfaceEvent;
        string this[int keepInterfaceIndexer] { get; set; }
    }

    /// <summary>keepClassDoc</summary>
    /// <remarks>keepRemarksDoc</remarks>
    /// <typeparam name="T">keepTypeParameterDoc</typeparam>
    [Serializable, KeepAttribute(Name = "keepAttributeArgument")]
    public abstract partial class KeepClass<T, TKey> : KeepBase<T>, IKeepInterface<T>
        where T : struct, IComparable<T>
        where TKey : notnull, new()
    {
        public const int KeepConstant = 7411, KeepSecondConstant = 7412;
        internal static readonly string KeepStaticReadonly = "keepStaticText";
        private protected volatile int _keepVolatile;
        [ThreadStatic] private static int _keepAttributedField;
        protected internal readonly int[] KeepArray = { 8117, 2 };

        static KeepClass() { HiddenStaticConstructor(); }

        protected KeepClass(int keepConstructorParameter) : base(keepConstructorParameter) { HiddenConstructor(); }

        ~KeepClass() { HiddenFinalizer(); }

        /// <value>keepPropertyDoc</value>
        public virtual string KeepProperty { get; private set; } = "keepPropertyInitializer";
        public required int KeepRequired { get; init; }
        public int KeepExpressionProperty => hiddenField + 1;
        public int KeepGuardedProperty
        {
            get { return hiddenGetter; }
            set
            {
                if (value < KeepConstant) throw new ArgumentOutOfRangeException(nameof(value), "keepSetterMessage");
                hiddenSetter = value;
            }
        }
        public ref readonly int KeepRefReturn => ref hiddenRef;
        public int this[string keepIndexerKey, int second = 3] { get => hiddenIndexer; }
        public event EventHandler<int>? KeepEvent;
        public event EventHandler KeepCustomEvent { add { HiddenAdd(value); } remove { HiddenRemove(value); } }

        public static KeepClass<T, TKey> operator -(KeepClass<T, TKey> keepUnary) => HiddenOperator(keepUnary);
        public static implicit operator int(KeepClass<T, TKey> keepImplicit) => hiddenImplicit;
        public static explicit operator checked long(KeepClass<T, TKey> keepExplicit) => hiddenExplicit;
        public static bool operator true(KeepClass<T, TKey> keepTrueOperator) => hiddenTrue;

        /// <summary>keepMethodDoc</summary>
        /// <param name="amount">keepParamDoc</param>
        /// <returns>keepReturnsDoc</returns>
        /// <exception cref="InvalidOperationException">keepExceptionDoc</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        [return: NotNull]
        public async Task<int> KeepAsync(int amount, CancellationToken keepToken = default)
        {
            if (amount < 0)
                throw new InvalidOperationException("keepThrowMessage");
            int HiddenLocalFunction(int hiddenLocalParameter) => hiddenLocalParameter;
            // hiddenBodyComment
            var hiddenLocal = amount;
            return await HiddenCall(hiddenLocal);
        }

        protected abstract void KeepAbstract(ref int keepRef, out string keepOut, in double keepIn);
        public sealed override string ToString() => "hiddenToString";
        public new static void KeepNew(params int[] keepParams) { }
        public static extern int KeepExtern(IntPtr handle);
        unsafe void KeepUnsafe(int* keepPointer) { }
        public (int KeepTupleItem, string Name) KeepTuple<TOther>([KeepParameterAttribute("keepParameterArgument")] TOther? keepNullable = null) where TOther : class => hiddenTuple;
        partial void KeepPartialMethod();
        void IKeepExplicit.KeepExplicitImplementation() { HiddenExplicit(); }
        public void KeepSplit(
            string keepFirstLine,
            string keepDefaultText = "keepDefaultValue")
        {
            ArgumentNullException.ThrowIfNull(keepFirstLine);
            HiddenSplit();
        }

        private class KeepNested { public int KeepNestedField; }
    }

    public readonly ref struct KeepStruct
    {
        public readonly int KeepStructField;
        public readonly int KeepReadonlyMethod() => hiddenReadonly;
        public fixed char KeepFixedBuffer[30];
    }

    public record KeepRecord(string KeepRecordParameter, int KeepRecordDefault = 5) : KeepBaseRecord(KeepRecordParameter)
    {
        public string KeepRecordProperty { get; init; } = "keepRecordInitializer";
    }

    public readonly record struct KeepRecordStruct(int KeepX, int KeepY);

    public class KeepPrimary(int keepPrimaryParameter) : KeepBase(keepPrimaryParameter);

    public static class KeepExtensions
    {
        public static int KeepExtensionMethod(this string keepThis) => HiddenExtension(keepThis);
    }

    file class KeepFileLocal { }

    namespace KeepInnerNamespace { internal class KeepInInnerNamespace { } }

#if KEEP_SYMBOL
    public class KeepConditional { }
#else
    public class KeepConditionalElse { }
#endif

#region keep region
    [Obsolete("keepObsoleteMessage", true)]
    public class KeepObsolete { }
#endregion
}
