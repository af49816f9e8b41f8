globalThis.started = true;
