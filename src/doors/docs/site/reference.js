/* The reference is Scalar's, from this server alone; colors and typeface are ours. */

const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
const isDark = document.documentElement.style.colorScheme
  ? document.documentElement.style.colorScheme === 'dark'
  : prefersDark

Scalar.createApiReference('#app', {
  sources: [
    { title: 'Extraction API', url: '/openapi.json' },
    { title: 'Image API', url: '/openapi-images.json' },
  ],
  // The page works offline and tells nobody that it is read.
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  hideDarkModeToggle: true,
  forceDarkModeState: isDark ? 'dark' : 'light',
  customCss: `
    :root {
      --scalar-custom-header-height: 3.5rem;
      --scalar-font: "Inter Variable", ui-sans-serif, system-ui, sans-serif;
    }
    .light-mode {
      --scalar-background-1: #fafafa;
      --scalar-background-2: #f1f1f4;
      --scalar-border-color: #e6e6ea;
      --scalar-color-1: #16171c;
      --scalar-color-2: #60636f;
      --scalar-color-accent: #4f46e5;
    }
    .dark-mode {
      --scalar-background-1: #0a0a0c;
      --scalar-background-2: #121317;
      --scalar-border-color: #26282f;
      --scalar-color-1: #eeeef2;
      --scalar-color-2: #a0a3b0;
      --scalar-color-accent: #a5a8ff;
    }`,
})
