/**
 * Whether an address is that of a file no page comes out of: images, media, fonts, archives, styles,
 * scripts, programs. PDFs, office documents, feeds and text are read.
 */
export const isForeignFile = (url: string): boolean => {
  const address = url.split(/[?#]/, 1)[0] ?? url
  // A bare `https://example.zip` has no file name at all.
  const path = `/${address.split('/').slice(3).join('/')}`
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  if (dot < 0 || !extensions.has(name.slice(dot + 1).toLowerCase())) return false
  return !isPage(path.slice(0, -name.length), name)
}

/**
 * Pages whose names end like those of files: `/wiki/Node.js` and `/tags/vue.js` by their folder,
 * `/blob/main/a.js` and the like in the browsers of repositories, and `/File:x.jpg` in wikis.
 */
const isPage = (folder: string, name: string): boolean =>
  /:|%3a/i.test(name) || ofWords.test(folder) || ofCode.test(folder)

const ofWords = /\/(?:wiki|tags?|tagged|topics?)\/$/i
const ofCode = /\/(?:tree|blob\/[^/]+|src\/(?:branch|commit|tag)\/[^/]+)\//

const extensions = new Set(
  [
    'apng avif bmp cur eps gif heic heif ico jfif jp2 jpe jpeg jpg jxl pbm pgm png pnm ppm psd svg svgz tga tif tiff webp wmf emf indd sketch xcf',
    '3gp 3gpp aac aif aiff asf avi flac flv m2ts m3u m3u8 m4a m4b m4v mid midi mka mkv mov mp2 mp3 mp4 mpa mpd mpeg mpg oga ogg ogv opus ram swf vob wav weba webm wma wmv vtt srt',
    'eot otf ttc ttf woff woff2',
    '7z apk ar arj bz2 cab cpio deb dmg gz img iso jar lz lz4 lzma pkg rar rpm sit tar tbz tgz txz war whl xpi xz zip zst',
    'css less sass scss js mjs cjs wasm',
    'appimage bin dat dll exe msi pdb pyc sqlite torrent',
    'crx dwg dxf fbx glb gltf stl',
  ].flatMap(line => line.split(' ')),
)
