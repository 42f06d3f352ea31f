// biome-ignore-all lint/performance/noBarrelFile: what a package offers stands in one file
export { SiterayError } from './error.ts'
export { companyIconUrl, type IconOptions, iconUrl, logoUrl, ogUrl, symbolUrl } from './icon.ts'
export { Job } from './job.ts'
export type { FromJsonSchema, StandardSchema } from './schema.ts'
export { Siteray } from './siteray.ts'
export type { Options } from './transport.ts'
export type * from './types.ts'
export { verifyWebhook, type WebhookEvent } from './webhook.ts'
