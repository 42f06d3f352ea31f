import type { AnswerOf } from '../../api/ask.ts'

export type Profile = AnswerOf<'POST /v1/branding'>
export type Colors = NonNullable<Profile['colors']>
export type Typography = NonNullable<Profile['typography']>
export type TextStyle = Typography['styles'][number]
export type Logo = NonNullable<Profile['images']>['logos'][number]
export type Component = NonNullable<NonNullable<Profile['components']>['card']>

export const colorRoles = [
  ...(['brand', 'action', 'primary', 'secondary', 'accent', 'background'] as const),
  ...(['textPrimary', 'textSecondary', 'link', 'success', 'warning', 'error'] as const),
]

/** `textPrimary` → “Text primary”. */
export const titleOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
