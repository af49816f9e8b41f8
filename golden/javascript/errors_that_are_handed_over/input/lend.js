export function open(door) {
  if (!door) {
    const error = new TypeError('no door');
    error.code = 'ERR_NO_DOOR';
    throw error;
  }
  if (door.shut) throw Object.assign(new Error('shut'), { code: 'ERR_SHUT' });
}

export function lend(shelf, book, callback) {
  if (!shelf.has(book)) return callback(new RangeError('no book'));
  if (shelf.closed) {
    process.nextTick(callback, new Error('closed'));
    return;
  }
  callback(null, shelf.get(book));
}
