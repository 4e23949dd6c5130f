/** Seconds that this process has spent so far: reading rows of files, and writing rows to them. */
export const spent = { read: 0, write: 0 };
