/** Small pages of each type, with what a reader must find in them and must not. */
export type SamplePage = {
  name: string
  url: string
  html: string
  kept: string[]
  dropped: string[]
}

const frame = (title: string, body: string, head = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body>
<header class="site-header"><a class="logo" href="/">Harbour</a>
<nav class="main-nav"><ul><li><a href="/a">Home</a></li><li><a href="/b">Topics</a></li>
<li><a href="/c">About us</a></li><li><a href="/login">Log in</a></li></ul></nav></header>
${body}
<footer class="site-footer"><ul><li><a href="/privacy">Privacy policy</a></li>
<li><a href="/terms">Terms of use</a></li></ul><p>© 2026 Harbour Ltd. All rights reserved.</p></footer>
<div class="cookie-banner" role="dialog"><p>We use cookies to improve your experience.</p>
<button>Accept all</button></div>
<script>window.secret = 'tracking code'</script></body></html>`

const article: SamplePage = {
  name: 'article',
  url: 'https://harbour.example/news/2026/03/tide-mill',
  html: frame(
    'The tide mill turns again | Harbour',
    `<main><article class="post">
<h1 class="entry-title">The tide mill turns again</h1>
<div class="byline">By <a rel="author" href="/u/ida">Ida Brandt</a></div>
<div class="share-buttons"><a href="#">Share on Facebook</a> <a href="#">Tweet this</a></div>
<div class="entry-content">
<p>After forty years of silence the old tide mill at the river mouth is grinding flour again, driven by nothing but the water that runs in and out of the bay twice a day.</p>
<figure><img src="/mill.jpg" alt="The mill"><figcaption>The wheel was rebuilt from oak by two carpenters.</figcaption></figure>
<h2>How it works</h2>
<p>At high tide the gates close behind the water, and for the next five hours it leaves the pond through a narrow channel, turning a wheel of three metres, which drives a pair of stones from 1874.</p>
<p>The miller, a former teacher, says that the hardest part was not the carpentry but the permits: eleven offices had to agree before the first gate could be opened.</p>
<ul><li>The pond holds twelve thousand cubic metres.</li><li>The stones turn ninety times a minute.</li></ul>
<p>On Saturdays the mill can be visited, and the flour is sold in the shop next door, in paper bags which the school children have printed.</p>
</div></article>
<aside class="sidebar related-posts"><h3>Related articles</h3><ul>
<li><a href="/1">Ten lighthouses worth the climb</a></li><li><a href="/2">Why herring came back</a></li>
<li><a href="/3">A short history of rope</a></li></ul></aside>
<div class="newsletter-signup"><h3>Subscribe to our newsletter</h3><p>Get our stories every week.</p></div>
</main>`,
    '<meta property="og:type" content="article">',
  ),
  kept: [
    'forty years of silence',
    'How it works',
    'eleven offices had to agree',
    'The stones turn ninety times a minute.',
    'school children have printed',
  ],
  dropped: [
    'Share on Facebook',
    'Ten lighthouses',
    'Subscribe to our newsletter',
    'Privacy policy',
    'We use cookies',
    'tracking code',
  ],
}

const documentation: SamplePage = {
  name: 'documentation',
  url: 'https://docs.harbour.example/en/guide/connect',
  html: frame(
    'Connecting | Harbour documentation',
    `<div class="docs-layout"><nav class="docs-sidebar" aria-label="Docs"><ul>
<li><a href="/install">Installation</a></li><li><a href="/connect">Connecting</a></li>
<li><a href="/tls">Certificates</a></li><li><a href="/errors">Error codes</a></li></ul></nav>
<main class="docs-content markdown-body"><h1>Connecting</h1>
<p>A client opens one connection to the server and keeps it for as long as it lives. This page explains the options and what happens when the server goes away.</p>
<pre><code class="language-js">const client = await connect({ host: 'localhost' })
client.on('close', retry)</code></pre>
<h2 id="options">Options</h2>
<table><thead><tr><th>Name</th><th>Default</th><th>Meaning</th></tr></thead><tbody>
<tr><td>host</td><td>localhost</td><td>The machine the server runs on.</td></tr>
<tr><td>timeoutMs</td><td>5000</td><td>How long to wait for the first answer.</td></tr></tbody></table>
<p>Every option can also be set in the environment, in upper case and with the prefix of the program, which is useful in containers.</p>
</main><aside class="toc"><p>On this page</p><ul><li><a href="#options">Options</a></li></ul></aside></div>`,
  ),
  kept: [
    'keeps it for as long as it lives',
    "connect({ host: 'localhost' })",
    'timeoutMs',
    'How long to wait for the first answer.',
    'useful in containers',
  ],
  dropped: ['Error codes', 'Privacy policy', 'Accept all'],
}

const service: SamplePage = {
  name: 'service',
  url: 'https://harbour.example/services/roof-repair',
  html: frame(
    'Roof repair | Harbour Builders',
    `<main><section class="hero"><h1>Roof repair you can rely on</h1>
<p>We repair tiled, slated and flat roofs within forty-eight hours, with a written guarantee of ten years on every job.</p><a class="btn" href="/quote">Get a quote</a></section>
<section class="features"><h2>What we do</h2>
<div class="card"><h3>Leaks</h3><p>We find the leak with a moisture camera and close it the same day whenever the weather allows it.</p></div>
<div class="card"><h3>Storm damage</h3><p>We cover the roof at once, document the damage for your insurer and replace what was lost.</p></div>
<div class="card"><h3>Inspection</h3><p>Once a year we walk the roof, clean the gutters and send you a report with photographs.</p></div></section>
<section class="faq"><h2>Frequently asked questions</h2><h3>Do you work in winter?</h3>
<p>Yes, as long as the roof is free of ice; urgent leaks are covered in any weather.</p></section></main>`,
  ),
  kept: [
    'within forty-eight hours',
    'moisture camera',
    'document the damage for your insurer',
    'clean the gutters',
  ],
  dropped: ['Log in', 'Terms of use', 'We use cookies'],
}

const product: SamplePage = {
  name: 'product',
  url: 'https://shop.harbour.example/products/deck-lamp',
  html: frame(
    'Brass deck lamp | Harbour Shop',
    `<main class="product-page" itemscope itemtype="https://schema.org/Product">
<div class="product-gallery"><img src="/lamp.jpg" alt="Lamp"></div>
<div class="product-info"><h1 class="product-title" itemprop="name">Brass deck lamp</h1>
<div class="product-price" itemprop="price">$89.00</div>
<div class="product-description" itemprop="description"><p>A lamp of solid brass for decks and porches, with a glass globe that can be taken out for cleaning and a cage that protects it from knocks.</p>
<ul><li>Solid brass, not plated</li><li>For bulbs up to 60 watts</li><li>Sealed against rain and spray</li></ul></div>
<button class="add-to-cart">Add to cart</button>
<table class="product-specs"><tr><th>Height</th><td>24 cm</td></tr><tr><th>Weight</th><td>1.8 kg</td></tr></table></div>
<section class="reviews"><h2>Reviews</h2><div class="review"><p class="review-body">It has survived three winters on our jetty and still looks as good as on the first day.</p></div></section>
<section class="related-products"><h2>You may also like</h2><div class="product-card"><a href="/x">Rope door mat</a><span class="price">$19.00</span></div>
<div class="product-card"><a href="/y">Ship's bell</a><span class="price">$45.00</span></div>
<div class="product-card"><a href="/z">Cork fender</a><span class="price">$25.00</span></div></section></main>`,
    '<meta property="og:type" content="product"><script type="application/ld+json">{"@type":"Product","name":"Brass deck lamp"}</script>',
  ),
  kept: ['solid brass for decks and porches', 'Sealed against rain and spray', '24 cm', '1.8 kg'],
  dropped: ['Rope door mat', 'Cork fender', 'Privacy policy', 'Log in'],
}

const post = (author: string, text: string) => `<article class="post message">
<div class="post-author"><a class="username" href="/u/${author}">${author}</a></div>
<div class="post-body message-body"><p>${text}</p></div>
<div class="post-controls"><button>Like</button> <button>Reply</button> <button>Report</button></div></article>`

const forum: SamplePage = {
  name: 'forum',
  url: 'https://forum.harbour.example/threads/diesel-smells.4411/',
  html: frame(
    'Diesel smells in the cabin | Harbour forum',
    `<div class="p-body"><h1 class="thread-title">Diesel smells in the cabin</h1><div class="posts">
${post('oldsalt', 'Since last week the whole cabin smells of diesel although I can find no leak anywhere near the tank or the filter. What else could it be?')}
${post('marta77', 'Have a look at the return line, it is often cracked right behind the injectors, where you only see it with a mirror and a lamp.')}
${post('keelhaul', 'We had the same last year and it was the breather hose of the tank, which had slipped off its fitting behind the locker.')}
${post('oldsalt', 'It was indeed the breather hose. Fixed with a new clamp for two euros, thank you both for the quick help!')}
</div></div><aside class="sidebar"><h3>Similar threads</h3><ul><li><a href="/t1">Which anchor for mud?</a></li><li><a href="/t2">Solar panels on a bimini</a></li></ul></aside>`,
  ),
  kept: [
    'the whole cabin smells of diesel',
    'cracked right behind the injectors',
    'slipped off its fitting',
    'new clamp for two euros',
    'marta77',
    'keelhaul',
  ],
  dropped: ['Which anchor for mud?', 'Privacy policy', 'Accept all'],
}

const dated = (author: string, number: number, text: string) => `<div class="topic-body">
<div class="post-meta"><span itemprop="author"><a href="https://talk.harbour.example/u/${author}"><span>${author}</span></a></span>
<span><time datetime="2026-02-20T16:55:07Z">February 20, 2026, 4:5${number}pm</time> <span itemprop="position">${number}</span></span></div>
<div class="post" itemprop="text"><p>${text}</p></div><span class="post-likes">${number} Likes</span></div>`

const datedForum: SamplePage = {
  name: 'forum with name and date in one line',
  url: 'https://talk.harbour.example/t/which-varnish/212',
  html: frame(
    'Which varnish? | Harbour talk',
    `<div class="wrap"><h1>Which varnish?</h1>
${dated('oldsalt', 1, 'The tiller has lost its varnish again after a single summer in the sun. Which one lasts for longer than that on oak?')}
${dated('marta77', 2, 'None of them does without shade. I sew a sleeve of canvas for the tiller and varnish it every third year.')}
${dated('keelhaul', 3, 'Oil instead of varnish, twice a year, and nothing can ever peel off again. It takes ten minutes with a rag.')}
</div>`,
  ),
  kept: [
    'oldsalt',
    'lost its varnish',
    'marta77',
    'sleeve of canvas',
    'keelhaul',
    '4:53pm',
    'a rag',
  ],
  dropped: ['Privacy policy', 'Accept all'],
}

const job = (title: string, place: string, text: string) => `<li class="job-listing">
<h2><a href="/jobs/1">${title}</a></h2><div class="location">${place}</div><p>${text}</p></li>`

const listing: SamplePage = {
  name: 'listing',
  url: 'https://harbour.example/jobs',
  html: frame(
    'Open jobs | Harbour',
    `<main><h1>Open jobs</h1><ul class="job-list">
${job('Crane driver', 'Rotterdam', 'Night shifts at the container terminal, with training on the job.')}
${job('Marine engineer', 'Bergen', 'You keep the engines of three ferries running, in the yard and under way.')}
${job('Harbour pilot', 'Hamburg', 'You bring ships of every size up the river, in all weathers.')}
${job('Sail maker', 'Brest', 'You cut and sew sails for traditional boats in a workshop of six people.')}
</ul></main>`,
  ),
  kept: ['Crane driver', 'Bergen', 'engines of three ferries', 'ships of every size', 'Sail maker'],
  dropped: ['Privacy policy', 'We use cookies'],
}

const item = (name: string, price: string) => `<li class="product-item"><a href="/p">
<img src="/p.jpg" alt=""><h3 class="product-name">${name}</h3></a><span class="price">${price}</span></li>`

const collection: SamplePage = {
  name: 'collection',
  url: 'https://shop.harbour.example/collections/rope',
  html: frame(
    'Rope and line | Harbour Shop',
    `<main class="collection-page"><h1 class="collection-title">Rope and line</h1>
<p class="collection-description">Rope for every purpose on board, cut to length and spliced by hand in our own workshop.</p>
<ul class="product-grid">
${item('Three-strand mooring line', '$3.20')}${item('Braided sheet, 10 mm', '$2.80')}
${item('Floating rescue line', '$4.10')}${item('Tarred marline', '$6.00')}
${item('Anchor rode with chain', '$120.00')}${item('Signal halyard', '$1.10')}</ul></main>`,
  ),
  kept: ['Three-strand mooring line', 'Floating rescue line', '$120.00', 'Signal halyard'],
  dropped: ['Privacy policy', 'Log in', 'We use cookies'],
}

export const samplePages: SamplePage[] = [
  article,
  documentation,
  service,
  product,
  forum,
  datedForum,
  listing,
  collection,
]
