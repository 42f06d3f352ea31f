import { closed, optional, Type } from '../../kit/schema.ts'
import { exportProfile } from '../../products/branding/exports/export.ts'
import { BrandingProfile } from '../../products/branding/profile/profile.ts'
import { BrandingRequest } from '../../products/branding/request.ts'
import { defineTool, isData, said } from './tool.ts'
import { whereFromToo } from './where.ts'

const { include } = BrandingRequest.properties

export const brandingTool = defineTool({
  name: 'branding',
  title: 'Branding of a site',
  description: `Colors, fonts, logos, components, spacing of a site, measured. 5 credits; only colors and images: 2. ${isData}`,
  input: closed({
    url: Type.String({ maxLength: 8_192 }),
    include: said({ ...include, default: undefined }, 'Default: all.'),
    format: optional.Enum(['json', 'css', 'tailwind', 'dtcg'], {
      default: 'json',
      description: 'Of the text beside the profile.',
    }),
    ...whereFromToo,
  }),
  output: BrandingProfile,
  readsOnly: true,
  showsPages: false,
  async run({ ask }, { format = 'json', ...options }) {
    const { json } = await ask('POST', '/branding', { ...options, format: 'json' })
    const data = json as BrandingProfile
    const text = format === 'json' ? JSON.stringify(data) : exportProfile(data, format)
    return { data, text }
  },
})
