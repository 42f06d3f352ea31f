/**
 * Families of npm themes as the marketing pages of bench/branding need them: which files of which
 * package to link, and what each part of a page is called there. No adapter has rules of its own;
 * what a family cannot name stays bare markup.
 */
export type Part =
  | 'header'
  | 'brand'
  | 'nav'
  | 'navLink'
  | 'hero'
  | 'title'
  | 'lead'
  | 'primary'
  | 'secondary'
  | 'section'
  | 'grid'
  | 'column'
  | 'card'
  | 'cardBody'
  | 'cardTitle'
  | 'field'
  | 'label'
  | 'input'
  | 'success'
  | 'danger'
  | 'link'
  | 'footer'

export type Family = {
  /** Stylesheets, as paths below `node_modules`; `{name}` is the theme's name. */
  css: readonly string[]
  /** Attributes of `<html>` and `<body>`. */
  html?: string
  body?: string
  parts: Partial<Record<Part, string>>
  /** Elements that are buttons even where they lead somewhere (classless families style them). */
  primaryTag?: 'a' | 'button'
  /** Attributes that turn the page dark, where the family has such. */
  dark?: { html?: string; body?: string }
  /** The family's own CSS follows the visitor's preference. */
  followsPreference?: boolean
  /** What may be said of the design system without being wrong, in lower-case letters and digits. */
  designSystem: readonly string[]
  /** Whether the markup and CSS give it away at all: counts for recall. */
  recognisable: boolean
  /** Base units of the family's own spacing scale, in px. */
  baseUnits?: readonly number[]
  /** CSS that is made from the page's classes by Tailwind instead of being linked. */
  tailwind?: true
}

const bootstrapParts: Family['parts'] = {
  header: 'navbar navbar-expand border-bottom px-4',
  brand: 'navbar-brand',
  nav: 'navbar-nav',
  navLink: 'nav-link',
  hero: 'container py-5 text-center',
  title: 'display-5 fw-bold',
  lead: 'lead',
  primary: 'btn btn-primary',
  secondary: 'btn btn-outline-secondary',
  section: 'container py-4',
  grid: 'row g-4',
  column: 'col-4',
  card: 'card',
  cardBody: 'card-body',
  cardTitle: 'card-title',
  field: 'mb-3',
  label: 'form-label',
  input: 'form-control',
  success: 'badge text-bg-success',
  danger: 'badge text-bg-danger',
  footer: 'container py-4 border-top',
}

const bootstrap: Family = {
  css: ['bootstrap/dist/css/bootstrap.min.css'],
  parts: bootstrapParts,
  dark: { html: 'data-bs-theme="dark"' },
  designSystem: ['bootstrap', 'bootswatch'],
  recognisable: true,
  baseUnits: [4, 8],
}

export const pico: Family = {
  css: ['@picocss/pico/css/pico.min.css'],
  parts: { header: 'container', hero: 'container', section: 'container', secondary: 'secondary' },
  primaryTag: 'button',
  dark: { html: 'data-theme="dark"' },
  followsPreference: true,
  designSystem: ['pico', 'picocss'],
  recognisable: true,
}

export const families: Record<string, Family> = {
  bootstrap,
  bootswatch: { ...bootstrap, css: ['bootswatch/dist/{name}/bootstrap.min.css'] },
  coreui: {
    ...bootstrap,
    css: ['@coreui/coreui/dist/css/coreui.min.css'],
    dark: { html: 'data-coreui-theme="dark"' },
    designSystem: ['coreui', 'bootstrap'],
  },
  daisyui: {
    css: [],
    tailwind: true,
    parts: {
      header: 'navbar bg-base-200 px-6',
      brand: 'btn btn-ghost text-xl',
      nav: 'menu menu-horizontal px-1',
      navLink: 'px-3',
      hero: 'mx-auto max-w-3xl py-16 text-center',
      title: 'text-5xl font-bold',
      lead: 'py-6',
      primary: 'btn btn-primary',
      secondary: 'btn btn-outline',
      section: 'mx-auto max-w-5xl py-8',
      grid: 'grid grid-cols-3 gap-6',
      card: 'card bg-base-100 shadow-sm',
      cardBody: 'card-body',
      cardTitle: 'card-title',
      field: 'mb-4',
      label: 'label',
      input: 'input w-full',
      success: 'badge badge-success',
      danger: 'badge badge-error',
      footer: 'footer bg-neutral text-neutral-content p-10',
    },
    designSystem: ['daisyui', 'tailwind', 'tailwindcss'],
    recognisable: true,
    baseUnits: [4, 8],
  },
  bulma: {
    css: ['bulma/css/bulma.min.css'],
    parts: {
      header: 'navbar',
      brand: 'navbar-item',
      nav: 'navbar-menu',
      navLink: 'navbar-item',
      hero: 'section has-text-centered',
      title: 'title is-1',
      lead: 'subtitle',
      primary: 'button is-primary',
      secondary: 'button is-light',
      section: 'section container',
      grid: 'columns',
      column: 'column',
      card: 'card',
      cardBody: 'card-content',
      cardTitle: 'title is-4',
      field: 'field',
      label: 'label',
      input: 'input',
      success: 'tag is-success',
      danger: 'tag is-danger',
      footer: 'footer',
    },
    dark: { html: 'data-theme="dark"' },
    followsPreference: true,
    designSystem: ['bulma'],
    recognisable: true,
    baseUnits: [4, 8],
  },
  pico,
  uswds: {
    css: ['@uswds/uswds/dist/css/uswds.min.css'],
    parts: {
      header: 'usa-header usa-header--basic',
      brand: 'usa-logo',
      nav: 'usa-nav__primary',
      navLink: 'usa-nav__link',
      hero: 'usa-section grid-container',
      title: 'font-heading-2xl',
      lead: 'usa-intro',
      primary: 'usa-button',
      secondary: 'usa-button usa-button--outline',
      section: 'usa-section grid-container',
      grid: 'usa-card-group grid-row grid-gap',
      column: 'usa-card tablet:grid-col-4',
      card: 'usa-card__container',
      cardBody: 'usa-card__body',
      cardTitle: 'usa-card__heading',
      field: 'usa-form-group',
      label: 'usa-label',
      input: 'usa-input',
      success: 'usa-tag bg-success',
      danger: 'usa-tag bg-error',
      footer: 'usa-footer',
    },
    designSystem: ['uswds', 'uswebdesignsystem'],
    recognisable: true,
    baseUnits: [4, 8],
  },
  govuk: {
    css: ['govuk-frontend/dist/govuk/govuk-frontend.min.css'],
    html: 'class="govuk-template"',
    body: 'class="govuk-template__body govuk-body"',
    parts: {
      header: 'govuk-header',
      brand: 'govuk-header__homepage-link',
      nav: 'govuk-service-navigation__list',
      navLink: 'govuk-service-navigation__link',
      hero: 'govuk-width-container govuk-main-wrapper',
      title: 'govuk-heading-xl',
      lead: 'govuk-body-l',
      primary: 'govuk-button',
      secondary: 'govuk-button govuk-button--secondary',
      section: 'govuk-width-container',
      grid: 'govuk-grid-row',
      column: 'govuk-grid-column-one-third',
      card: 'govuk-summary-card',
      cardBody: 'govuk-summary-card__content',
      cardTitle: 'govuk-heading-m',
      field: 'govuk-form-group',
      label: 'govuk-label',
      input: 'govuk-input',
      success: 'govuk-tag govuk-tag--green',
      danger: 'govuk-tag govuk-tag--red',
      link: 'govuk-link',
      footer: 'govuk-footer',
    },
    designSystem: ['govuk', 'govukfrontend', 'govukdesignsystem'],
    recognisable: true,
    baseUnits: [5],
  },
  carbon: {
    css: ['@carbon/styles/css/styles.min.css'],
    parts: {
      header: 'cds--header',
      brand: 'cds--header__name',
      nav: 'cds--header__menu-bar',
      navLink: 'cds--header__menu-item',
      hero: 'cds--grid',
      title: 'cds--type-productive-heading-06',
      lead: 'cds--type-body-long-02',
      primary: 'cds--btn cds--btn--primary',
      secondary: 'cds--btn cds--btn--tertiary',
      section: 'cds--grid',
      grid: 'cds--row',
      column: 'cds--col',
      card: 'cds--tile',
      cardTitle: 'cds--type-productive-heading-03',
      field: 'cds--form-item',
      label: 'cds--label',
      input: 'cds--text-input',
      success: 'cds--tag cds--tag--green',
      danger: 'cds--tag cds--tag--red',
      footer: 'cds--grid',
    },
    dark: { body: 'class="cds--g100"' },
    designSystem: ['carbon', 'carbondesignsystem', 'ibmcarbon'],
    recognisable: true,
    baseUnits: [4, 8, 16],
  },
  primer: {
    css: [
      '@primer/primitives/dist/css/primitives.css',
      '@primer/primitives/dist/css/functional/themes/light.css',
      '@primer/primitives/dist/css/functional/themes/dark.css',
      '@primer/css/dist/primer.css',
    ],
    html: 'data-color-mode="auto" data-light-theme="light" data-dark-theme="dark"',
    parts: {
      header: 'Header',
      brand: 'Header-link',
      nav: 'Header-item',
      navLink: 'Header-link',
      hero: 'container-lg p-6 text-center',
      title: 'h1',
      lead: 'lead',
      primary: 'btn btn-primary',
      secondary: 'btn',
      section: 'container-lg p-4',
      grid: 'd-flex gutter',
      column: 'col-4',
      card: 'Box',
      cardBody: 'Box-body',
      cardTitle: 'Box-title',
      field: 'form-group',
      input: 'form-control',
      success: 'Label Label--success',
      danger: 'Label Label--danger',
      footer: 'container-lg p-4 color-fg-muted',
    },
    dark: { html: 'data-color-mode="dark" data-light-theme="light" data-dark-theme="dark"' },
    followsPreference: true,
    designSystem: ['primer', 'primercss', 'githubprimer'],
    recognisable: true,
    baseUnits: [4, 8],
  },
  spectre: {
    css: ['spectre.css/dist/spectre.min.css'],
    parts: {
      header: 'navbar p-2',
      brand: 'navbar-brand',
      nav: 'navbar-section',
      navLink: 'btn btn-link',
      hero: 'hero text-center',
      primary: 'btn btn-primary',
      secondary: 'btn',
      section: 'container grid-lg',
      grid: 'columns',
      column: 'column col-4',
      card: 'card',
      cardBody: 'card-body',
      cardTitle: 'card-title h5',
      field: 'form-group',
      label: 'form-label',
      input: 'form-input',
      success: 'label label-success',
      danger: 'label label-error',
    },
    designSystem: ['spectre', 'spectrecss'],
    recognisable: true,
    baseUnits: [4, 8],
  },
  milligram: {
    css: ['milligram/dist/milligram.min.css'],
    parts: {
      header: 'container',
      hero: 'container',
      primary: 'button',
      secondary: 'button button-outline',
      section: 'container',
      grid: 'row',
      column: 'column',
      footer: 'container',
    },
    designSystem: ['milligram'],
    recognisable: false,
  },
  uikit: {
    css: ['uikit/dist/css/uikit.min.css'],
    parts: {
      header: 'uk-navbar uk-navbar-container',
      brand: 'uk-navbar-item uk-logo',
      nav: 'uk-navbar-nav',
      hero: 'uk-section uk-container uk-text-center',
      title: 'uk-heading-medium',
      lead: 'uk-text-lead',
      primary: 'uk-button uk-button-primary',
      secondary: 'uk-button uk-button-default',
      section: 'uk-section uk-container',
      grid: 'uk-grid uk-child-width-1-3',
      card: 'uk-card uk-card-default',
      cardBody: 'uk-card-body',
      cardTitle: 'uk-card-title',
      field: 'uk-margin',
      label: 'uk-form-label',
      input: 'uk-input',
      success: 'uk-label uk-label-success',
      danger: 'uk-label uk-label-danger',
      footer: 'uk-section uk-section-muted',
    },
    designSystem: ['uikit'],
    recognisable: true,
    baseUnits: [5, 10],
  },
  terminal: {
    css: ['terminal.css/dist/terminal.min.css'],
    body: 'class="terminal"',
    parts: {
      header: 'terminal-nav',
      brand: 'terminal-logo',
      nav: 'terminal-menu',
      navLink: 'menu-item',
      hero: 'container',
      primary: 'btn btn-primary',
      secondary: 'btn btn-default btn-ghost',
      section: 'container',
      card: 'terminal-card',
      field: 'form-group',
      success: 'terminal-alert terminal-alert-primary',
      danger: 'terminal-alert terminal-alert-error',
      footer: 'container',
    },
    primaryTag: 'button',
    designSystem: ['terminal', 'terminalcss'],
    recognisable: true,
  },
  simple: {
    css: ['simpledotcss/simple.min.css'],
    parts: { primary: 'button', card: 'box' },
    primaryTag: 'button',
    followsPreference: true,
    designSystem: ['simple', 'simplecss', 'simpledotcss'],
    recognisable: false,
  },
  sakura: {
    css: ['sakura.css/css/sakura.css'],
    parts: { primary: 'button' },
    primaryTag: 'button',
    designSystem: ['sakura', 'sakuracss'],
    recognisable: false,
  },
}
