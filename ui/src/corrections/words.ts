import type { Pin } from '../../../src/doors/dashboard/schemas.ts'

export type What = Pin['what']

export const whatNames: Record<What, string> = {
  icon: 'Icon',
  dark: 'Icon on dark',
  og: 'Open Graph image',
  color: 'Color',
  name: 'Name',
}

export const isPicture = (what: What): boolean => what !== 'color' && what !== 'name'
