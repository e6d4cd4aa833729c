# In the order in which they are joined: what is imported comes first.
set(page_modules dom.js words.js result.js run.js chart.js source_view.js values_view.js player.js counterexample.js
    symmetry_view.js diagram_view.js layered_layout.js graph_canvas.js graph_view.js growth_view.js overview.js main.js)
