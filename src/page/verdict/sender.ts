/** Who sent a page, for sentences about it: a file that a caller sent has no host. */
export const senderOf = (url: string): string => new URL(url).hostname || 'The file'
