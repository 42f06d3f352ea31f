type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The first field that cannot be sent as it is. */
export const wrongField = (form: HTMLFormElement): FormField | undefined =>
  [...form.querySelectorAll<FormField>(':is(input, textarea, select)')].find(
    field => field.matches(':invalid') || isBlank(field),
  )

/** For a browser white space is a value; nobody means it as one, except in a password. */
const isBlank = ({ required, type, value, disabled }: FormField): boolean =>
  required && !disabled && type !== 'password' && value.trim() === ''

/** What is wrong with it, in our own words: a browser's come in its own language and look. */
export const sayWrong = (field: FormField): string => {
  const { validity, value } = field
  const name = `“${field.labels?.[0]?.textContent || field.getAttribute('aria-label')}”`
  if (validity.valueMissing || isBlank(field)) return `${name} is empty.`
  if (validity.tooShort) return `${name} needs at least ${limitOf(field, 'minlength')} characters.`
  if (validity.rangeUnderflow || validity.rangeOverflow)
    return `${name} must be from ${limitOf(field, 'min')} to ${limitOf(field, 'max')}.`
  if (validity.badInput || validity.stepMismatch) return `${name} must be a whole number.`
  if (validity.typeMismatch)
    return field.type === 'email'
      ? `“${value}” is not an e-mail address.`
      : `“${value}” is not a URL. It begins with https://.`
  return `${name}: ${field.validationMessage}`
}

const limitOf = (field: FormField, name: string): string =>
  Number(field.getAttribute(name)).toLocaleString('en')
