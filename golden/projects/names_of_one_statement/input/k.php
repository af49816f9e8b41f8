<?php
const A = 1, B = 2;
