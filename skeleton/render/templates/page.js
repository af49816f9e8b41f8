'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const search = byId('search'), kind = byId('kind'), contract = byId('contract'), status = byId('status');
  const nodes = [...document.querySelectorAll('.symbol')];
  const place = new Map(nodes.map((node, index) => [node, index]));
  const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  const symbols = nodes.map((node) => ({
    node,
    parent: place.get(node.parentElement.closest('.symbol')) ?? -1,
    kind: node.dataset.kind,
    contracts: words(node.dataset.contract),
    statuses: words(node.dataset.status),
    text: ownText(node),
  }));
  const parts = [...document.querySelectorAll('.part')].map((node) => ({
    node,
    symbols: [...node.querySelectorAll('.symbol')].map((one) => place.get(one)),
    text: node.textContent.toLowerCase(),
  }));

  function ownText(node) {
    if (node.classList.contains('leaf')) return node.textContent.toLowerCase();
    const own = [...node.children].filter((child) => !child.classList.contains('members'));
    return own.map((child) => child.textContent).join('\n').toLowerCase();
  }

  function matches(one, wanted) {
    if (kind.value && one.kind !== kind.value) return false;
    if (contract.value === '*' && !one.contracts.length) return false;
    if (contract.value === '-' && one.contracts.length) return false;
    if (contract.value.length > 1 && !one.contracts.includes(contract.value)) return false;
    if (status.value && !one.statuses.includes(status.value)) return false;
    return wanted.every((word) => one.text.includes(word));
  }

  function apply() {
    const wanted = words(search.value);
    const active = Boolean(wanted.length || kind.value || contract.value || status.value);
    const kept = symbols.map(() => false), leads = symbols.map(() => false);
    let hits = 0;
    for (let at = symbols.length - 1; at >= 0; at--) {
      const one = symbols[at], hit = matches(one, wanted);
      hits += hit;
      kept[at] = hit || leads[at];
      if (kept[at] && one.parent >= 0) leads[one.parent] = true;
      one.node.hidden = !kept[at];
      one.node.classList.toggle('hit', active && hit);
      if (active && leads[at]) one.node.open = true;
    }
    let shown = 0;
    for (const part of parts) {
      const own = !part.symbols.length && !kind.value && !contract.value && !status.value
        && wanted.every((word) => part.text.includes(word));
      part.node.hidden = active && !own && !part.symbols.some((at) => kept[at]);
      shown += !part.node.hidden;
    }
    byId('count').textContent = `${hits} of ${symbols.length} symbols`;
    byId('nothing').hidden = shown > 0;
  }

  function clear() {
    byId('filters').reset();
    apply();
  }

  function foldAll(open) {
    for (const one of symbols) if (one.node.tagName === 'DETAILS') one.node.open = open;
  }

  function reveal() {
    const name = decodeURIComponent(location.hash.slice(1));
    const target = name && document.getElementById(name);
    if (!target) return;
    if (target.closest('[hidden]')) clear();
    for (let node = target; node; node = node.parentElement) {
      if (node.tagName === 'DETAILS') node.open = true;
    }
    target.scrollIntoView();
    const line = target.querySelector(':scope > summary');
    if (target.classList.contains('symbol')) (line ?? target).focus({ preventScroll: true });
  }

  function isVisible(at) {
    // Asking the browser would have it lay out all that is folded, again and again.
    for (let up = at; up >= 0; up = symbols[up].parent) {
      if (nodes[up].hidden || (up !== at && !nodes[up].open)) return false;
    }
    return true;
  }

  function step(by) {
    const now = document.activeElement && document.activeElement.closest('.symbol');
    let at = now ? place.get(now) + by : by > 0 ? 0 : nodes.length - 1;
    while (at >= 0 && at < nodes.length && !isVisible(at)) at += by;
    const next = nodes[at];
    if (!next) return;
    (next.querySelector(':scope > summary') ?? next).focus();
    next.scrollIntoView({ block: 'nearest' });
  }

  function leaveRoom() {
    const header = document.querySelector('header');
    const covers = getComputedStyle(header).position === 'sticky';
    document.documentElement.style.scrollPaddingTop = covers ? `${header.offsetHeight}px` : '0';
  }

  let timer = 0;
  search.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(apply, 60); });
  for (const one of [kind, contract, status]) one.addEventListener('change', apply);
  byId('filters').addEventListener('submit', (event) => { event.preventDefault(); apply(); });
  byId('clear').addEventListener('click', clear);
  byId('fold').addEventListener('click', () => foldAll(false));
  byId('unfold').addEventListener('click', () => foldAll(true));
  addEventListener('hashchange', reveal);
  addEventListener('resize', leaveRoom);
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      clear();
      if (document.activeElement === search) search.blur();
      return;
    }
    if (event.target.closest('input, select, textarea')) return;
    const keys = {
      '/': () => search.focus(), j: () => step(1), k: () => step(-1),
      e: () => foldAll(true), c: () => foldAll(false),
    };
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  leaveRoom();
  apply();
  reveal();
})();
