<?php
function keep_before() { return 1; }

function broken( {

function keep_after($a) { return $a; }
