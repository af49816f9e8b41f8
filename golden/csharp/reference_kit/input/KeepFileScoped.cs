namespace Keep.FileScoped;

public class KeepInFileScoped
{
    private const int KeepPrivateLimit = 6229;

    public int KeepGuards(string keepName, int keepCount)
    {
        var hiddenChecked = keepName ?? throw new ArgumentNullException(nameof(keepName));
        if (keepCount > KeepPrivateLimit) { return -1; }
        Debug.Assert(keepCount != 17, "keepAssertMessage");
        return keepCount switch { 1 => 2, _ => hiddenSwitch };
    }
}
