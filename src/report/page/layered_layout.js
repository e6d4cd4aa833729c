// Layers of a state graph. A layer holds the states that are equally many steps from the start, so a step leads at most
// one layer down: no step has to be routed around states, and a few sweeps over the layers are enough.

const SWEEPS = 12;
export const NODE_GAP = 26;
// As tall as it is wide, as far as that leaves room for arrows and does not tear it apart.
const layerGap = (width, layers) => Math.min(150, Math.max(44, (0.85 * width) / layers));

function depths(count, initialCount, edges) {
  const next = Array.from({ length: count }, () => []);
  for (const [source, target] of edges) next[source].push(target);
  const depth = new Array(count).fill(-1);
  let level = [];
  for (let i = 0; i < Math.min(initialCount, count); ++i) {
    depth[i] = 0;
    level.push(i);
  }
  for (let d = 1; level.length > 0; ++d) {
    const found = [];
    for (const state of level) {
      for (const target of next[state]) {
        if (depth[target] >= 0) continue;
        depth[target] = d;
        found.push(target);
      }
    }
    level = found;
  }
  return depth.map((d) => Math.max(0, d));
}

// Moves each state towards the middle of its neighbours, and then apart again where they would touch. Order is kept.
function spread(layer, wanted, x) {
  const place = layer.map((state) => wanted[state]);
  // Blocks of states that touch share one shift: the classic way to the least total movement.
  const blocks = [];
  place.forEach((target, i) => {
    let block = { first: i, sum: target - i * NODE_GAP, size: 1 };
    while (blocks.length > 0) {
      const before = blocks[blocks.length - 1];
      if (before.sum / before.size <= block.sum / block.size) break;
      blocks.pop();
      block = { first: before.first, sum: before.sum + block.sum, size: before.size + block.size };
    }
    blocks.push(block);
  });
  for (const { first, sum, size } of blocks) {
    for (let i = first; i < first + size; ++i) x[layer[i]] = sum / size + i * NODE_GAP;
  }
}

export function layeredLayout(count, initialCount, edges) {
  const depth = depths(count, initialCount, edges);
  const layers = [];
  depth.forEach((d, state) => (layers[d] ??= []).push(state));
  const above = Array.from({ length: count }, () => []);
  const below = Array.from({ length: count }, () => []);
  for (const [source, target] of edges) {
    if (depth[target] !== depth[source] + 1) continue;
    below[source].push(target);
    above[target].push(source);
  }
  const x = new Array(count).fill(0);
  for (const layer of layers) layer.forEach((state, i) => (x[state] = (i - (layer.length - 1) / 2) * NODE_GAP));
  const mean = (states, otherwise) => (states.length === 0 ? otherwise : states.reduce((sum, s) => sum + x[s], 0) / states.length);
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    const down = sweep % 2 === 0;
    const near = down ? above : below;
    for (const layer of down ? layers : [...layers].reverse()) {
      const wanted = {};
      for (const state of layer) wanted[state] = mean(near[state], x[state]);
      layer.sort((a, b) => wanted[a] - wanted[b] || x[a] - x[b] || a - b);
      spread(layer, wanted, x);
    }
  }
  const left = Math.min(...x, 0);
  const right = Math.max(...x, 0);
  const gap = layerGap(right - left, layers.length);
  return {
    layers,
    depth,
    nodes: x.map((at, state) => ({ x: at - left + NODE_GAP, y: depth[state] * gap + NODE_GAP })),
    width: right - left + 2 * NODE_GAP,
    height: (layers.length - 1) * gap + 2 * NODE_GAP,
  };
}
