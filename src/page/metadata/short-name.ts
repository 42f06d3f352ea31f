/** `http://schema.org/Recipe`, `schema:Recipe` and `Recipe` are one. */
export const shortName = (name: string): string =>
  name
    .trim()
    .replace(/^https?:\/\/[^/]*schema\.org\//i, '')
    .replace(/^https?:\/\/.*[/#]/, '')
    .replace(/^[a-z][\w-]*:/i, '')
