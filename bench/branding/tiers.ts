/**
 * Noisy: a consent banner (one that goes away and one that stays), a chat bubble, partner logos,
 * status badges. Dark: by attribute and by the visitor's preference. Obfuscated: hashed classes,
 * inline styles, no custom property.
 */
export const tiers = ['clean', 'noisy', 'dark', 'obfuscated'] as const
export type Tier = (typeof tiers)[number]
