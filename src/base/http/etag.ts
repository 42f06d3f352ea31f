/** Whether If-None-Match names a tag, by the weak comparison that RFC 9110 asks for. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag ||
    header
      .split(',')
      .map(tag => tag.trim().replace(/^W\//, ''))
      .some(tag => tag === etag || tag === '*'))
