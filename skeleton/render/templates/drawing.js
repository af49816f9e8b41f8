'use strict';
(() => {
  const drawing = document.querySelector('.drawing');
  const nodes = [...document.querySelectorAll('[data-node]')];
  const needs = [...document.querySelectorAll('[data-from]')];

  function show(node) {
    const at = node && node.dataset.node;
    const beside = new Set([at]);
    for (const need of needs) {
      const { from, to } = need.dataset, near = from === at || to === at;
      need.classList.toggle('near', near);
      if (near) beside.add(from).add(to);
    }
    for (const one of nodes) one.classList.toggle('near', beside.has(one.dataset.node));
    drawing.classList.toggle('chosen', Boolean(node));
  }

  for (const node of nodes) {
    for (const type of ['pointerenter', 'focus']) node.addEventListener(type, () => show(node));
    for (const type of ['pointerleave', 'blur']) node.addEventListener(type, () => show(null));
  }
  document.getElementById('theme').addEventListener('click', () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
  });
})();
