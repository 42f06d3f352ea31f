/**
 * Icons that say nothing about a site: what frameworks and tools put there until somebody changes
 * it. SHA-256 of the files in the packages named (npm), so that each line can be checked.
 */
const defaultIcons: Readonly<Record<string, string>> = {
  '2d0a4f5a77c788b084919b1b8cad5713d9dfc3388ef29969c4cb66c28092e683':
    'Angular (@schematics/angular 12.2.18, favicon.ico)',
  f9102be80297c0529207607be5277b4f90bca89d65988fa1771b91c7894e815f:
    'Angular (@schematics/angular 17.3.0, favicon.ico)',
  '3d10f7da6c603178340081668c4ac5b3ae9743ca9a262ab0fcd312fbb9f48bdd':
    'Create React App (cra-template 1.1.0, favicon.ico)',
  '9ea4f4da7050c0cc408926f6a39c253624e9babb1d43c7977cd821445a60b461':
    'Create React App (cra-template 1.0.3, logo512.png)',
  c386396ec70db3608075b5fbfaac4ab1ccaa86ba05a68ab393ec551eb66c3e00:
    'Create React App (cra-template 1.0.3, logo192.png)',
  ffc65885a2121141440d345ef5927c4c2917d95b5b2913b7fa8467c95e15120b:
    'Create React App (cra-template 1.0.3, favicon.ico)',
  '7fe55819f14792d942d86092f519b6d425e995337b482a8743e363cf5ac0ae30':
    'Docusaurus (create-docusaurus 2.4.3, favicon.ico)',
  '24272cdaeff82cc5facdaccd982a6f05b60c4504704bbf94c19a6388659880bb':
    'Expo (expo-template-blank 51.0.0, favicon.png)',
  a4e030697a7571b3e95d31860e4da55d2f98e5e861e2b55e414f45a8556828ba:
    'Expo (expo-template-blank 58.0.8, favicon.png)',
  '322f37285f8e9fe748be22bd8666bb3474f534f44ebdfec9371035d5ccaef0b3':
    'Ghost (ghost 4.48.9, default-favicon.svg)',
  '467b9feccbe0d278bd918d989b50c1b956a730dc2dbc7cf4b650840f031a326d':
    'Ghost (ghost 4.48.9, favicon.ico)',
  '8250ba55ae7d163884acaac89da05aaa97dd435d64b5dad98548b894ce97e3fd':
    'Ghost (ghost 3.42.9, favicon.ico)',
  cf8e904a9f3abcda4254feca26cd30f45bd87f1f0b9c682a41794f48f1e59077:
    'Ghost (ghost 3.42.9, favicon.ico)',
  d8db7c4252c3cd2966df77a7e3cc039c5517d49e3e22820b4663df590f0e600d:
    'Ghost (ghost 4.48.9, apple-touch-icon-74680e326a7e87b159d366c7d4fb3d4b.png)',
  '2b8ad2d33455a8f736fc3a8ebf8f0bdea8848ad4c0db48a2833bd0f9cd775932':
    'Next.js (create-next-app 12.3.4, favicon.ico)',
  c28fdd2a4f31e2dc64f653962286da5c82a4cdfc518b242d32812c624e9a19a4:
    'Next.js (create-next-app 16.4.3, favicon.ico)',
  '2912f63e532632c8d8b540300e3f3ea7745293b1354f4c3a315612b87b1bef83':
    'Preact (preact-cli 3.5.1, favicon.ico)',
  ed2d0a093a7d7d9dd0d137e7da680ebc4586a7c319fd985b2c02d94e0dfc63af:
    'Preact (create-preact 0.5.3, vite.svg)',
  b658adbd69e6ce8235e34725c44d8758743427e3066b61fcf3f540db1be96ab7:
    'Qwik (create-qwik 1.20.1, favicon.svg)',
  '3a13ac7344753df5a7cd5b41a67e33966c1ae723f1e5e5128a6ed1bca1adc85a':
    'Storybook (storybook 10.6.7, favicon.svg)',
  '5146ed79b486cb9e1cdcdd7814cd22ae78e70ceb30fa06b4cd9a16cf121bc9e6':
    'SvelteKit (create-svelte 6.0.0, favicon.png)',
  d7d9227f0fe5bfb4189fb6ba4dd9e2d524f6a1dfd02bd901c65330987675c0b3:
    'SvelteKit (sv 0.17.1, favicon.svg)',
  '3ed612f41e050ca5e7000cad6f1cbe7e7da39f65fca99c02e99e6591056e5837':
    'Swagger UI (swagger-ui-dist 5.34.1, favicon-32x32.png)',
  af24ad604dd7b3bcda8f975ab973075f4a2f70a4087944a12f8ef8b63a3e07c2:
    'Swagger UI (swagger-ui-dist 5.34.1, favicon-16x16.png)',
  '97f89bf12dcb67bca64029b0ca673f2fa269a7a8be64d71b23f5c9f55442db1f':
    'T3 (create-t3-app 7.40.0, favicon.ico)',
  '3019b302c1a6eee3955fb399615c5458010f4fbed3879b335fd8b537f9f3b1cd':
    'Verdaccio (verdaccio 6.8.0, favicon.ico)',
  '4a748afd443918bb16591c834c401dae33e87861ab5dbad0811c3a3b4a9214fb':
    'Vite (create-vite 4.4.1, vite.svg)',
  '61bc9a161de58248288e6905425d7180f0624c2865007b97d763fdac12043a66':
    'Vite (create-vite 9.3.0, favicon.svg)',
  ceeac38434be7a3b4d0f68b8cd8aa2b9ae78c260d6343087c6e095f8031ce4ff:
    'Vite (create-vite 9.3.0, favicon.svg)',
  db74ab0b78338c1f778f8398c45f4103c99aea0e845a3118a7750b4eeafd3445:
    'Vue (create-vue 3.10.0, favicon.ico)',
}

/** Whose default icon these bytes are, if anybody's. */
export const findDefaultIcon = (sha256: string): string | undefined => defaultIcons[sha256]
