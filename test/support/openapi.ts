const defaults = {
  'openapi.json': 'http://127.0.0.1:3000',
  'openapi-images.json': 'http://127.0.0.1:3001',
} as const

/** The app's own descriptions as they stand in docs/: where it runs unless it is set otherwise. */
export const describeFile = async (
  apiUrl: string,
  name: keyof typeof defaults = 'openapi.json',
): Promise<string> => {
  const description = (await (await fetch(`${apiUrl}/${name}`)).json()) as {
    servers: { url: string }[]
  }
  const text = JSON.stringify(description, undefined, 2)
  return `${text.replaceAll(description.servers[0]?.url ?? '', defaults[name])}\n`
}
