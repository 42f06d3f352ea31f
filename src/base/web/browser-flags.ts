/**
 * What keeps Chromium from reaching the network past our proxy. Each line closes a way that a page
 * could take otherwise; `test/base/web/browser-guard.test.ts` shows that it matters.
 */
export const guardFlags = (proxyServer: string): string[] => [
  // Also for what the browser itself asks for: without a page's credentials it gets nothing.
  `--proxy-server=${proxyServer}`,
  // Chromium goes past any proxy for localhost, 127/8, 169.254/16 and fe80::/10 unless told so.
  '--proxy-bypass-list=<-loopback>',
  // Names are resolved by our proxy alone; a request that got past it finds nothing.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  ...noOtherWay,
]

const noOtherWay = [
  '--disable-quic',
  // No UDP past the proxy. The switch was renamed; a name that is not known is ignored.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
]

/** For a browser that is lent to other processes: each brings a proxy of its own for its pages. */
export const lentFlags: readonly string[] = noOtherWay

/**
 * What a page costs without being seen. A full Chromium opens a window for each context, with pages
 * of its own for the address bar's popups, and keeps a process ready for the next site: more than
 * half of the work of loading a page, and nobody ever types there.
 */
export const thriftFlags: readonly string[] = [
  '--disable-gpu',
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'SpareRendererForSitePerProcess',
    // Playwright's own list, which a second switch of this name replaces.
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'TcpPortRandomizationWin',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
    'msForceBrowserSignIn',
    'msEdgeUpdateLaunchServicesPreferredVersion',
  ].join(',')}`,
]

/** The one key that is believed without a check: the proxy's own, behind which it checks itself. */
export const ownCaFlags = (keyHash: string | undefined): string[] =>
  keyHash === undefined ? [] : [`--ignore-certificate-errors-spki-list=${keyHash}`]
