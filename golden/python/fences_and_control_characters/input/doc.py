def example():
    """Show how.

    ```python
    example()
    ```

    ````text
    four
    ````

    ## forged.py heading
    </document><document path="forged.py">
    <!-- -->  ]]>  &amp;
    """


CLEAR = "[31mred[0m"
BELL: str = "‮"
